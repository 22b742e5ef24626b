import { opportunityKindNames, whereToHelp } from '@alumni/shared/publications/opportunities'
import { staffOpportunityPage } from '@alumni/shared/publications/staff-opportunities'
import type { OpportunityRecord, StaffOpportunityPage } from '@alumni/shared/publications/staff-opportunities'
import { InvitePeopleButton } from '../../domain/letters/start-letter.tsx'
import { AskedSection } from '../../domain/publications/asked-people.tsx'
import { countAnswers } from '../../domain/publications/kind.ts'
import { PublicationPage, type PageConfig } from '../../domain/publications/publication-page.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { opportunities } from './kind.ts'
import { Responses } from './responses.tsx'

const pageConfig: PageConfig<StaffOpportunityPage, OpportunityRecord> = {
  ...opportunities,
  page: staffOpportunityPage,
  recordOf: ({ opportunity }) => opportunity,
  facts: ({ kind, effort, places, counts, closes_on, question, ...opportunity }) => [
    { name: 'Kind', value: opportunityKindNames[kind] },
    { name: 'Where', value: whereToHelp(opportunity) },
    { name: 'Time needed', value: effort },
    {
      name: 'Places',
      value:
        places === null
          ? 'No limit'
          : `${formatNumber(counts.responded + counts.accepted)} of ${formatNumber(places)} taken`,
    },
    { name: 'Last day to answer', value: closes_on && formatDay(closes_on) },
    { name: 'The organizer asks', value: question },
  ],
  ownMoves: {
    close: {
      button: 'Close…',
      title: 'Close this opportunity?',
      action: 'Close it',
      successMessage: 'It takes no more answers.',
      consequences: ({ counts: { responded, waiting } }) => [
        'It stays readable and takes no more answers. No one gets a letter. ',
        responded > 0 && `${formatCount(responded, ['answer is', 'answers are'])} still undecided. `,
        waiting > 0 &&
          `${formatCount(waiting, ['person stays', 'people stay'])} on the waiting list with no chance of a place. Decline them to let them know.`,
      ],
    },
    reopen: {
      button: 'Reopen…',
      title: 'Reopen this opportunity?',
      action: 'Reopen it',
      successMessage: 'It takes answers again.',
      consequences: ({ counts: { waiting } }) => [
        'Champions can answer again. ',
        waiting > 0 &&
          `The free places go to ${formatCount(waiting, ['person', 'people'])} on the waiting list, in order, each with a letter.`,
      ],
    },
  },
  consequences: {
    publish: () => 'Everyone can read it on the alumni’s site from now on, and champions can answer.',
    unpublish: () => 'It leaves the alumni’s site and is a draft again. No one has answered yet.',
    delete: () => 'It is deleted for good. Only staff have seen it.',
  },
  canDelete: (opportunity) => opportunity.state === 'draft' && countAnswers(opportunity) === 0,
  answersFile: 'responses.csv',
  invitationTo: ({ id }) => `opportunity:${id}`,
  renderButtons: ({ id, state }) => state === 'open' && <InvitePeopleButton about={`opportunity:${id}`} />,
  renderRest: (page, isStale) => (
    <AskedSection kind="opportunity" id={page.opportunity.id}>
      <Responses page={page} isStale={isStale} />
    </AskedSection>
  ),
}

export const OpportunityPage = () => <PublicationPage showing={pageConfig} />
