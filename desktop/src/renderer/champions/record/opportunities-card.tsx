import type { SignupPage } from '@alumni/shared/champions/staff-page'
import type { ResponseStatus } from '@alumni/shared/publications/opportunities'
import { Link } from '@tanstack/react-router'
import { Card } from '../../ui/card.tsx'
import { When } from '../../ui/words/when.tsx'
import classes from './signup-page.module.css'

const statuses: Record<ResponseStatus, string> = {
  responded: 'Waits for an answer',
  accepted: 'Accepted',
  declined: 'Declined',
  waiting: 'On the waiting list',
  withdrawn: 'Taken back',
}

/** What they have offered to do, and what came of it. */
export function OpportunitiesCard({ page: { responses } }: { page: SignupPage }) {
  return (
    <Card
      title="Offers to help"
      count={responses.length}
      empty={responses.length === 0 && 'Has not answered to an opportunity.'}
    >
      <ul className={classes.rows}>
        {responses.map(({ id, opportunity_id, title, status, message, question, answer, asked_at }) => (
          <li key={id}>
            <span className={classes.line}>
              <Link to="/champion_signups/opportunities/$id" params={{ id: String(opportunity_id) }}>
                {title}
              </Link>
              <span>{statuses[status]}</span>
            </span>
            {message && <span className={classes.quote}>{message}</span>}
            {answer && (
              <span className={classes.quote}>
                {question && <span className={classes.soft}>{question} </span>}
                {answer}
              </span>
            )}
            <span className={classes.soft}>
              <When at={asked_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
