// A line to type: a move, or a word of line mode.
import { say } from '../words.ts';

export function Line({ isGo, onLine }: { isGo: boolean; onLine: (line: string) => void }) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).elements.namedItem('line') as HTMLInputElement;
    onLine(input.value);
    input.value = '';
  };
  return (
    <form class="line" onSubmit={submit}>
      <label for="line">{say(isGo ? 'page-line-go' : 'page-line')}</label>
      <input id="line" name="line" autocomplete="off" autocapitalize="off" spellcheck={false} />
      <button type="submit">{say('page-try')}</button>
    </form>
  );
}
