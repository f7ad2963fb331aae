// What the server keeps of a person, how long, and who sees it: #/privacy. tests/e2e/server/order.py compares the tables that are named here with those of the
// database.
import { say } from '../words.ts';

interface Kept {
  tables: string[]; // of the database
  what: string;
  long: string;
  who: string;
}

const kept: Kept[] = [
  { tables: ['nebel.person', 'nebel.held_name'], what: 'page-privacy-person', long: 'page-privacy-person-long', who: 'page-privacy-person-who' },
  { tables: ['nebel.account', 'nebel.mail_token'], what: 'page-privacy-account', long: 'page-privacy-account-long', who: 'page-privacy-you-operators' },
  { tables: ['nebel.session', 'nebel.revoked'], what: 'page-privacy-session', long: 'page-privacy-session-long', who: 'page-privacy-session-who' },
  { tables: ['nebel.journal', 'nebel.live_game', 'nebel.person_seat', 'nebel.ended', 'nebel.finished'], what: 'page-privacy-game', long: 'page-privacy-game-long', who: 'page-privacy-game-who' },
  { tables: ['nebel.seat_token'], what: 'page-privacy-seat', long: 'page-privacy-seat-long', who: 'page-privacy-nobody' },
  { tables: ['house.game', 'house.bot', 'house.worker'], what: 'page-privacy-house', long: 'page-privacy-house-long', who: 'page-privacy-operators' },
  { tables: ['nebel.rating', 'nebel.rating_step', 'nebel.rated_game'], what: 'page-privacy-rating', long: 'page-privacy-rating-long', who: 'page-privacy-everybody' },
  { tables: ['nebel.block'], what: 'page-privacy-block', long: 'page-privacy-block-long', who: 'page-privacy-you' },
  { tables: ['nebel.report'], what: 'page-privacy-report', long: 'page-privacy-report-long', who: 'page-privacy-report-who' },
  { tables: ['nebel.suspension'], what: 'page-privacy-suspension', long: 'page-privacy-suspension-long', who: 'page-privacy-you-operators' },
  { tables: ['nebel.audit', 'nebel.end_wish'], what: 'page-privacy-audit', long: 'page-privacy-audit-long', who: 'page-privacy-operators' },
];

export default function PrivacyScreen() {
  return (
    <div class="privacy">
      <h2>{say('page-privacy')}</h2>
      <p>{say('page-privacy-intro')}</p>
      <dl>
        {kept.map(({ tables, what, long, who }) => (
          <div key={what} data-tables={tables.join(' ')}>
            <dt>{say(what)}</dt>
            <dd>
              <strong>{say('page-privacy-long')}:</strong> {say(long)}
            </dd>
            <dd>
              <strong>{say('page-privacy-who')}:</strong> {say(who)}
            </dd>
          </div>
        ))}
      </dl>
      <h3>{say('page-privacy-yours')}</h3>
      <p>{say('page-privacy-export')}</p>
      <p>{say('page-privacy-browser')}</p>
      <p class="actions">
        <a class="button" href="#/account">
          {say('page-account')}
        </a>
      </p>
    </div>
  );
}
