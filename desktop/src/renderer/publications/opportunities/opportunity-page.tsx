import { opportunityKindNames, whereToHelp } from '@alumni/shared/publications/opportunities'
import {
  staffOpportunityPage,
  type OpportunityRecord,
  type StaffOpportunityPage,
} from '@alumni/shared/publications/staff-opportunities'
import { InvitePeople } from '../../domain/letters/write-to.tsx'
import { Asked } from '../../domain/publications/asked.tsx'
import { answersOf } from '../../domain/publications/kind.ts'
import { PublicationPage, type Showing } from '../../domain/publications/publication-page.tsx'
import { formatDay } from '../../ui/words/days.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { opportunities } from './kind.ts'
import { Responses } from './responses.tsx'

const showing: Showing<StaffOpportunityPage, OpportunityRecord> = {
  ...opportunities,
  page: staffOpportunityPage,
  recordOf: ({ opportunity }) => opportunity,
  facts: ({ kind, effort, places, counts, closes_on, question, ...opportunity }) => [
    { name: 'Kind', value: opportunityKindNames[kind] },
    { name: 'Where', value: whereToHelp(opportunity) },
    { name: 'Time needed', value: effort },
    {
      name: 'Places',
      value: places === null ? 'No limit' : `${count(counts.responded + counts.accepted)} of ${count(places)} taken`,
    },
    { name: 'Last day to answer', value: closes_on && formatDay(closes_on) },
    { name: 'The organizer asks', value: question },
  ],
  own: {
    close: {
      button: 'Close…',
      title: 'Close this opportunity?',
      action: 'Close it',
      done: 'It takes no more answers.',
      consequences: ({ counts: { responded, waiting } }) => [
        'It stays readable and takes no more answers. No one gets a letter. ',
        responded > 0 && `${countOf(responded, ['answer is', 'answers are'])} still undecided. `,
        waiting > 0 &&
          `${countOf(waiting, ['person stays', 'people stay'])} on the waiting list with no chance of a place. Decline them to let them know.`,
      ],
    },
    reopen: {
      button: 'Reopen…',
      title: 'Reopen this opportunity?',
      action: 'Reopen it',
      done: 'It takes answers again.',
      consequences: ({ counts: { waiting } }) => [
        'Champions can answer again. ',
        waiting > 0 &&
          `The free places go to ${countOf(waiting, ['person', 'people'])} on the waiting list, in order, each with a letter.`,
      ],
    },
  },
  consequences: {
    publish: () => 'Everyone can read it on the alumni’s site from now on, and champions can answer.',
    unpublish: () => 'It leaves the alumni’s site and is a draft again. No one has answered yet.',
    delete: () => 'It is deleted for good. Only staff have seen it.',
  },
  canDelete: (opportunity) => opportunity.state === 'draft' && answersOf(opportunity) === 0,
  answersFile: 'responses.csv',
  renderButtons: ({ id, state }) => state === 'open' && <InvitePeople about={`opportunity:${id}`} />,
  renderRest: (page, isStale) => (
    <Asked of="opportunity" id={page.opportunity.id}>
      <Responses page={page} isStale={isStale} />
    </Asked>
  ),
}

/** An opportunity: how it stands, what can be done with it, and who has answered. */
export const OpportunityPage = () => <PublicationPage showing={showing} />
