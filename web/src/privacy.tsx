// What the server keeps of a person, how long, and who sees it: #/privacy. tests/server/order.py compares the tables that are named here with those of the
// database.
import { say } from './words.ts';

interface Kept {
  tables: string[]; // of the database
  what: string;
  long: string;
  who: string;
}

const kept: Kept[] = [
  { tables: ['nebel.person', 'nebel.held_name'], what: 'person', long: 'person-long', who: 'person-who' },
  { tables: ['nebel.account', 'nebel.mail_token'], what: 'account', long: 'account-long', who: 'you-operators' },
  { tables: ['nebel.session', 'nebel.revoked'], what: 'session', long: 'session-long', who: 'session-who' },
  { tables: ['nebel.journal', 'nebel.live_game', 'nebel.person_seat', 'nebel.ended', 'nebel.finished'], what: 'game', long: 'game-long', who: 'game-who' },
  { tables: ['nebel.seat_token'], what: 'seat', long: 'seat-long', who: 'nobody' },
  { tables: ['house.game', 'house.bot', 'house.worker'], what: 'house', long: 'house-long', who: 'operators' },
  { tables: ['nebel.rating', 'nebel.rating_step', 'nebel.rated_game'], what: 'rating', long: 'rating-long', who: 'everybody' },
  { tables: ['nebel.block'], what: 'block', long: 'block-long', who: 'you' },
  { tables: ['nebel.report'], what: 'report', long: 'report-long', who: 'report-who' },
  { tables: ['nebel.suspension'], what: 'suspension', long: 'suspension-long', who: 'you-operators' },
  { tables: ['nebel.audit', 'nebel.end_wish'], what: 'audit', long: 'audit-long', who: 'operators' },
];

const words = (name: string): string => say(`page-privacy-${name}`);

export default function PrivacyScreen() {
  return (
    <div class="privacy">
      <h2>{say('page-privacy')}</h2>
      <p>{words('intro')}</p>
      <dl>
        {kept.map(({ tables, what, long, who }) => (
          <div key={what} data-tables={tables.join(' ')}>
            <dt>{words(what)}</dt>
            <dd>
              <strong>{words('long')}:</strong> {words(long)}
            </dd>
            <dd>
              <strong>{words('who')}:</strong> {words(who)}
            </dd>
          </div>
        ))}
      </dl>
      <h3>{words('yours')}</h3>
      <p>{words('export')}</p>
      <p>{words('browser')}</p>
      <p class="actions">
        <a class="button" href="#/account">
          {say('page-account')}
        </a>
      </p>
    </div>
  );
}
