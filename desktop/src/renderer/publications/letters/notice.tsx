import type { ListLetterPage } from '@alumni/shared/publications/list-letters'
import { formatClock } from '../../domain/publications/clock.ts'
import { Alert } from '../../ui/alert.tsx'
import { RelativeTime } from '../../ui/format/times.tsx'

const blockedTitles = {
  draft: 'It cannot be sent yet',
  requested: 'It cannot be sent yet',
  leaving: 'It will not be sent',
  sending: 'It is about to be stopped',
  stopped: 'Those who wait for it get nothing',
  failed: 'Those who wait for it get nothing',
} as const

type LetterNoticeProps = { letter: ListLetterPage; senderProblem: string | null }

export function LetterNotice({ letter, senderProblem }: LetterNoticeProps) {
  const { state, stop_reason, subject_blocker: blocker } = letter
  if (blocker === null || state === 'sent') return <StateNotice letter={letter} senderProblem={senderProblem} />
  return (
    <Alert tone="warn" title={blockedTitles[state]}>
      {stop_reason !== blocker.message && stop_reason} {blocker.message}
    </Alert>
  )
}

function StateNotice({ letter, senderProblem }: LetterNoticeProps) {
  const { state, is_tested, published_at, clock_zone, stop_reason, author, requested_at, decline_reason } = letter
  if (state === 'requested' && requested_at)
    return (
      <Alert tone="info" title={`${author ?? 'Someone'} asks an administrator to send it`}>
        Asked <RelativeTime time={requested_at} />. {senderProblem ?? 'Read it, then send it or give it back.'}
        {!is_tested && ' It was changed since its last test: send yourself one first.'}
      </Alert>
    )
  if (decline_reason)
    return (
      <Alert tone="warn" title="An administrator gave it back">
        {decline_reason}
      </Alert>
    )
  if (state === 'draft') return <DraftNotice isTested={is_tested} senderProblem={senderProblem} />
  if (state === 'leaving' && published_at)
    return (
      <Alert tone="info" title={`It leaves ${formatClock(published_at, clock_zone)}`}>
        Until then it can be taken back, and no one gets it.
      </Alert>
    )
  if (state === 'stopped')
    return (
      <Alert tone="warn" title="It is stopped">
        {stop_reason ?? 'Those who wait for it get nothing until it is resumed.'}
      </Alert>
    )
  if (state === 'failed')
    return (
      <Alert tone="bad" title="The service stopped it">
        {stop_reason}
      </Alert>
    )
  return null
}

function DraftNotice({ isTested, senderProblem }: { isTested: boolean; senderProblem: string | null }) {
  const action = senderProblem ? 'hand the letter over' : 'send the letter'
  const hint = `It is written with the data of the person shown below. You can ${action} once a test of this version is on its way.`
  return isTested ? (
    <Alert tone="good" title="A test of this version was sent">
      Read it as it arrived before you {senderProblem ? 'hand it over' : 'send the letter'}. {senderProblem}
    </Alert>
  ) : (
    <Alert tone="info" title="Send yourself a test first">
      {hint} {senderProblem}
    </Alert>
  )
}
