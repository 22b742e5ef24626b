import { defaultChoice, suggestSurvivor, mergeFieldNames } from '@alumni/shared/champions/merges'
import type { ComparisonPage, MergeChoices } from '@alumni/shared/champions/merges'
import { duplicateReasons, maxSources } from '@alumni/shared/champions/merge-lists'
import { Group, Stack } from '@mantine/core'
import { IconPlus, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Section } from '../../ui/page/section.tsx'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { RelativeTime } from '../../ui/format/times.tsx'
import { useDismissPair, useRestorePair } from './actions.ts'
import { FieldChoices, SignupHeaders } from './comparison-rows.tsx'
import { MergePanel } from './merge-panel.tsx'
import { comparisonQuery } from './queries.ts'
import { Button } from '../../ui/button.tsx'

/** Compares two to five signups and asks which one to keep and which value to use for each field. */
export function SignupComparison({ ids }: { ids: string }) {
  const query = useQuery(comparisonQuery(ids))
  return (
    <ResourcePage
      query={query}
      blocks={4}
      title="Compare signups"
      crumbs={[{ title: 'Possible duplicates', path: '/champion_signups/duplicates' }]}
      about="Choose the signup to keep, and which value to use where they differ. Everything else of the others then belongs to it. A merge can be undone."
    >
      {(page) => <ComparedSignups page={page} />}
    </ResourcePage>
  )
}

function ComparedSignups({ page }: { page: ComparisonPage }) {
  const { signups, gone } = page
  const navigate = useNavigate()
  const [survivorId, setSurvivorId] = useState<number>()
  const [selectedChoices, setSelectedChoices] = useState<MergeChoices>({})
  const compare = (ids: readonly number[]) =>
    void navigate({ to: '/champion_signups/duplicates', search: { ids: ids.join() }, resetScroll: false })
  const survivor =
    signups.find(({ id }) => id === survivorId) ?? (signups.length > 0 ? suggestSurvivor(signups) : undefined)
  const survivorFirst = survivor ? [survivor, ...signups.filter((signup) => signup !== survivor)] : []
  const choices = Object.fromEntries(
    mergeFieldNames.map((field) => [field, selectedChoices[field] ?? defaultChoice(field, survivorFirst)]),
  ) as Required<MergeChoices>

  return (
    <Stack miw={0}>
      {gone.map(({ id, message, merge_id }) => (
        <Alert key={id} tone="info">
          {message}{' '}
          {merge_id && (
            <Link to="/champion_signups/merges/$id" params={{ id: String(merge_id) }}>
              See the merge
            </Link>
          )}
        </Alert>
      ))}
      {!survivor && (
        <EmptyState icon={IconUserOff} title="There is nothing left to compare">
          Someone else has already handled these, or the link is old. The list shows what is left.
        </EmptyState>
      )}
      {survivor && <ComparisonReasons page={page} />}
      {survivor && (
        <WithAside aside={signups.length > 1 && <MergePanel survivor={survivor} signups={signups} choices={choices} />}>
          <div className="frame" style={{ overflow: 'clip' }}>
            <SignupHeaders
              signups={signups}
              survivor={survivor}
              onSurvivor={setSurvivorId}
              onRemove={
                signups.length > 2
                  ? (id) => compare(signups.map((each) => each.id).filter((each) => each !== id))
                  : undefined
              }
            />
            {mergeFieldNames
              .filter((field) => signups.some(({ values }) => values[field] !== null))
              .map((field) => (
                <FieldChoices
                  key={field}
                  field={field}
                  signups={signups}
                  choice={choices[field]}
                  onChoose={(choice) => setSelectedChoices({ ...selectedChoices, [field]: choice })}
                />
              ))}
          </div>
          <OtherCandidates page={page} onAdd={(id) => compare([...signups.map((each) => each.id), id])} />
        </WithAside>
      )}
    </Stack>
  )
}

function ComparisonReasons({ page: { signups, pairs } }: { page: ComparisonPage }) {
  const [dismiss, restorePair] = [useDismissPair(), useRestorePair()]
  const navigate = useNavigate()
  const reasons = [...new Set(pairs.flatMap((pair) => pair.reasons))]
  const dismissed = pairs.flatMap(({ ids, dismissal }) => (dismissal ? [{ ids, dismissal }] : []))
  const alumni = new Set(signups.flatMap(({ buid }) => buid ?? []))
  const [pair] = pairs
  return (
    <>
      {alumni.size > 1 && (
        <Alert tone="warn" title="They are linked to different alumni.">
          They are probably two people. Check both before you merge them: one of the links may be wrong.
        </Alert>
      )}
      {dismissed.map(({ ids, dismissal }) => (
        <Alert
          key={dismissal.id}
          tone="warn"
          title={`Signups ${ids.join(' and ')} were marked as two people.`}
          actions={
            <Button
              variant="default"
              size="compact-sm"
              loading={restorePair.isPending}
              onClick={() => restorePair.mutate(dismissal.id)}
            >
              Suggest again
            </Button>
          }
        >
          By {dismissal.by}, <RelativeTime time={dismissal.at} />.
        </Alert>
      ))}
      {signups.length > 1 && (
        <Group gap="8px 16px">
          <span>
            {reasons.length > 0
              ? `${reasons.map((reason) => duplicateReasons[reason]).join('. ')}.`
              : 'Nothing on file shows that they are one person. You decide.'}
          </span>
          {pairs.length === 1 && pair!.dismissal === null && (
            <Button
              variant="default"
              size="compact-sm"
              icon={IconUserOff}
              loading={dismiss.isPending}
              onClick={() =>
                dismiss.mutate(pair!.ids, { onSuccess: () => void navigate({ to: '/champion_signups/duplicates' }) })
              }
            >
              Not the same person
            </Button>
          )}
        </Group>
      )}
    </>
  )
}

function OtherCandidates({ page: { signups, others }, onAdd }: { page: ComparisonPage; onAdd: (id: number) => void }) {
  if (others.length === 0) {
    return signups.length > 1 ? null : (
      <Alert tone="info">No other signup looks like this one. Choose two in the list of signups to compare them.</Alert>
    )
  }
  const isFull = signups.length > maxSources
  return (
    <Section title="These may be the same person, too" gap={8}>
      <ul className="rows">
        {others.map(({ id, name, email }) => (
          <li key={id} className="split">
            <span>
              <strong>{name || 'No name'}</strong> {email}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              disabled={isFull}
              icon={IconPlus}
              aria-label={`Add ${name || email}`}
              onClick={() => onAdd(id)}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
      {isFull && <p className="muted">Up to {maxSources + 1} can be merged at once. Merge these first.</p>}
    </Section>
  )
}
