// The person's account: register, log in, sessions, password, e-mail, everything that is kept, deletion. #/account/reset/TOKEN and
// #/account/confirm/TOKEN are links of mails.
import { useEffect, useState } from 'preact/hooks';
import type { Nebel } from '../../wasm/nebel.ts';
import { type Account, ask, forget, logIn, register, type Session } from '../online/office.ts';
import { useLobby } from '../online/use_lobby.ts';
import { Blocks } from './order.tsx';
import type { ScreenProps } from '../screen.ts';
import { say } from '../words.ts';

const PASSWORD_MIN = 12;

/** What a refusal means; forms say more. */
const refusals: Record<number, string> = {
  0: 'page-account-away',
  400: 'page-account-rules',
  401: 'page-account-wrong',
  403: 'page-account-password-wrong',
  404: 'page-account-link-old',
  409: 'page-account-taken',
  429: 'page-account-often',
  503: 'page-lobby-busy',
};
const isFine = (status: number): boolean => status >= 200 && status < 300;
const words = (status: number): string => say(refusals[status] ?? 'page-lobby-busy');

// --- Forms ---

interface Field {
  name: string;
  label: string;
  type: 'text' | 'password' | 'email';
  complete: string; // for password managers
}
const nameField: Field = { name: 'name', label: 'page-account-name', type: 'text', complete: 'username' };
const passwordField: Field = { name: 'password', label: 'page-account-password', type: 'password', complete: 'current-password' };
const newField: Field = { name: 'new', label: 'page-account-new-password', type: 'password', complete: 'new-password' };

interface FormProps {
  title: string;
  hint?: string | undefined;
  fields: Field[];
  button: string;
  /** The status of the answer, and the form says what a refusal means; or these words. */
  send: (values: Record<string, string>) => Promise<number | string>;
  done?: string | undefined; // said when all is well
}

/** A password is pasted and shown as the person likes; it is asked for once. */
function Form({ title, hint, fields, button, send, done }: FormProps) {
  const [notice, setNotice] = useState('');
  const [isShown, setShown] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    setNotice('');
    const status = await send(values);
    if (typeof status === 'string') setNotice(status);
    else setNotice(isFine(status) ? say(done ?? 'page-account-done') : words(status));
    if (typeof status === 'number' && isFine(status)) form.reset();
  };
  const hasPassword = fields.some(({ type }) => type === 'password');
  return (
    <section>
      <h3>{title}</h3>
      {hint && <p class="intro">{hint}</p>}
      <form class="setup" onSubmit={(event) => void submit(event)}>
        {fields.map(({ name, label, type, complete }) => (
          <label key={name}>
            <span>{say(label)}</span>
            <input
              name={name}
              required
              type={type === 'password' && isShown ? 'text' : type}
              autocomplete={complete}
              spellcheck={false}
              autocapitalize="none"
              minLength={complete === 'new-password' ? PASSWORD_MIN : undefined}
            />
          </label>
        ))}
        {hasPassword && (
          <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {say('page-account-show')}
          </button>
        )}
        <button type="submit" class="first">
          {button}
        </button>
      </form>
      <p class="notice" role="status">
        {notice}
      </p>
    </section>
  );
}

// --- Somebody who has no account, or has not logged in ---

interface ChangeProps {
  onChange: () => void;
}

function Strangers({ guest, hasMail, onChange }: ChangeProps & { guest: string | undefined; hasMail: boolean }) {
  const after = async (status: Promise<number | string>): Promise<number | string> => {
    const got = await status;
    if (typeof got === 'number' && isFine(got)) onChange();
    return got;
  };
  return (
    <div class="lobby">
      <div>
        <Form
          title={say('page-account-register')}
          hint={guest ? say('page-account-keeps', guest) : say('page-account-hint')}
          fields={[nameField, { ...newField, name: 'password', label: 'page-account-password' }]}
          button={say('page-account-register')}
          send={({ name, password }) => after(register(name!, password!))}
        />
        <p class="intro">{say('page-account-rules')}</p>
      </div>
      <div>
        <Form
          title={say('page-account-log-in')}
          hint={guest && say('page-account-leaves')}
          fields={[nameField, passwordField]}
          button={say('page-account-log-in')}
          send={({ name, password }) => after(logIn(name!, password!))}
        />
        {hasMail && (
          <details>
            <summary>{say('page-account-forgot')}</summary>
            <Form
              title={say('page-account-forgot')}
              fields={[nameField]}
              button={say('page-account-send-link')}
              done="page-account-link-sent"
              send={async ({ name }) => (await ask('POST', 'reset', { name })).status}
            />
          </details>
        )}
      </div>
    </div>
  );
}

// --- The own account ---

function sessionWords({ kind, label, seen, scopes, this: isThis }: Session): string {
  const name = label || say(kind === 'token' ? 'page-account-program' : 'page-account-browser');
  const parts = [name, kind === 'token' ? scopes : '', isThis ? say('page-account-here') : say('page-account-seen', seen)];
  return parts.filter(Boolean).join('; ');
}

function Sessions({ onChange }: ChangeProps) {
  const [sessions, setSessions] = useState<Session[]>([]);
  const load = async (): Promise<void> => setSessions((await ask<{ sessions: Session[] }>('GET', 'session')).value?.sessions ?? []);
  useEffect(() => void load(), []);
  const end = async (which: string): Promise<void> => {
    const { status } = await ask('DELETE', `session/${which}`);
    if (which === 'this' && isFine(status)) {
      forget();
      onChange();
    } else await load();
  };
  return (
    <section>
      <h3>{say('page-account-sessions')}</h3>
      <ul class="offers">
        {sessions.map((session) => (
          <li key={session.session}>
            <span>{sessionWords(session)}</span>
            <button
              type="button"
              class={session.this ? 'first' : ''}
              aria-label={`${say(session.this ? 'page-account-log-out' : 'page-account-end')}: ${sessionWords(session)}`}
              onClick={() => void end(session.this ? 'this' : session.session)}
            >
              {say(session.this ? 'page-account-log-out' : 'page-account-end')}
            </button>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <button type="button" onClick={() => void end('others')}>
          {say('page-account-end-others')}
        </button>
      )}
    </section>
  );
}

/** Saves everything that the server keeps of the person as a file. */
async function saveExport(): Promise<void> {
  const { value } = await ask('GET', 'export');
  if (!value) return;
  const file = new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' });
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: 'nebel-account.json' });
  link.click();
  URL.revokeObjectURL(link.href);
}

function Email({ account, onChange }: ChangeProps & { account: Account }) {
  if (account.email)
    return (
      <section>
        <h3>{say('page-account-email')}</h3>
        <ul class="offers">
          <li>
            <span>{account.email}</span>
            <button type="button" onClick={() => void ask('DELETE', 'email').then(onChange)}>
              {say('page-account-remove')}
            </button>
          </li>
        </ul>
      </section>
    );
  return (
    <Form
      title={say('page-account-email')}
      hint={say('page-account-email-hint')}
      fields={[{ name: 'email', label: 'page-account-email', type: 'email', complete: 'email' }, passwordField]}
      button={say('page-account-send-link')}
      done="page-account-link-sent"
      send={async ({ email, password }) => (await ask('POST', 'email', { email, password })).status}
    />
  );
}

function Own({ account, hasMail, onChange }: ChangeProps & { account: Account; hasMail: boolean }) {
  const remove = async ({ password }: Record<string, string>): Promise<number> => {
    const { status } = await ask('POST', 'account/delete', { password });
    if (isFine(status)) {
      forget();
      onChange();
    }
    return status;
  };
  return (
    <div class="account">
      <p class="intro">{say('page-account-you', account.name)}</p>
      <Sessions onChange={onChange} />
      <Form
        title={say('page-account-change')}
        hint={say('page-account-change-hint')}
        fields={[passwordField, newField]}
        button={say('page-account-change')}
        send={async ({ password, new: wanted }) => (await ask('POST', 'password', { old: password, new: wanted })).status}
      />
      {hasMail && <Email account={account} onChange={onChange} />}
      <Blocks />
      <section>
        <h3>{say('page-account-export')}</h3>
        <button type="button" onClick={() => void saveExport()}>
          {say('page-account-export-save')}
        </button>
      </section>
      <details>
        <summary>{say('page-account-delete')}</summary>
        <Form
          title={say('page-account-delete')}
          hint={say('page-account-delete-hint')}
          fields={[passwordField]}
          button={say('page-account-delete')}
          send={remove}
        />
      </details>
    </div>
  );
}

// --- Links of mails ---

/** The token is taken out of the address, which people copy and show. */
function useLink([purpose, token]: string[]): { purpose: string | undefined; token: string | undefined } {
  const [link] = useState({ purpose, token });
  useEffect(() => {
    if (token) history.replaceState(null, '', '#/account');
  }, []);
  return link;
}

function Confirmed({ token, onChange }: ChangeProps & { token: string }) {
  const [notice, setNotice] = useState('');
  useEffect(() => {
    void ask('POST', 'email/confirm', { token }).then(({ status }) => {
      setNotice(isFine(status) ? say('page-account-confirmed') : words(status));
      onChange();
    });
  }, []);
  return (
    <p class="notice" role="status">
      {notice}
    </p>
  );
}

// --- The screen ---

/** Who the person is, asked again at each change; the lobby greets the same person. */
function useAccount(nebel: Nebel): { account: Account | undefined; hasMail: boolean; isAway: boolean; refresh: () => void } {
  const lobby = useLobby(nebel);
  const [account, setAccount] = useState<Account>();
  const [health, setHealth] = useState({ status: 1, mail: false });
  const load = async (): Promise<void> => setAccount((await ask<Account>('GET', 'account')).value);
  useEffect(() => void load(), [lobby.name]);
  useEffect(() => void ask<{ mail: boolean }>('GET', 'health').then(({ status, value }) => setHealth({ status, mail: value?.mail ?? false })), []);
  const refresh = (): void => {
    lobby.comeAgain();
    void load();
  };
  return { account, hasMail: health.mail, isAway: health.status !== 1 && !isFine(health.status), refresh };
}

export default function AccountScreen({ nebel, rest }: ScreenProps) {
  const { purpose, token } = useLink(rest);
  const { account, hasMail, isAway, refresh } = useAccount(nebel);
  return (
    <>
      <h2>{say('page-account')}</h2>
      <p class="notice" role="status">
        {isAway && say('page-account-away')}
      </p>
      {purpose === 'confirm' && token && <Confirmed token={token} onChange={refresh} />}
      {purpose === 'reset' && token && (
        <Form
          title={say('page-account-change')}
          hint={say('page-account-rules')}
          fields={[newField]}
          button={say('page-account-change')}
          done="page-account-reset-done"
          send={async ({ new: password }) => (await ask('POST', 'reset/confirm', { token, password })).status}
        />
      )}
      {account?.account ? (
        <Own account={account} hasMail={hasMail} onChange={refresh} />
      ) : (
        <Strangers guest={account?.name} hasMail={hasMail} onChange={refresh} />
      )}
      <p class="actions">
        <a href="#/privacy">{say('page-privacy')}</a>
      </p>
    </>
  );
}
