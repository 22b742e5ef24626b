import {
  type ComparedSignup,
  type MergeChoices,
  type MergeRequest,
  mergeFields,
  type MergeOutcome,
} from '@alumni/shared/champions/merges'
import { Box, Skeleton, Stack } from '@mantine/core'
import { IconArrowsJoin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { HttpError } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { useMerge } from './actions.ts'
import { previewQuery } from './queries.ts'
import { BeforeAfter } from '../../ui/format/before-after.tsx'
import { describeEffects, formatComparedValue } from './describe-merge.ts'
import { Button } from '../../ui/button.tsx'

type MergePanelProps = { survivor: ComparedSignup; signups: readonly ComparedSignup[]; choices: Required<MergeChoices> }

export function MergePanel({ survivor, signups, choices }: MergePanelProps) {
  const navigate = useNavigate()
  const request: MergeRequest = {
    survivor_id: survivor.id,
    source_ids: signups.filter(({ id }) => id !== survivor.id).map(({ id }) => id),
    fields: choices,
  }
  const preview = useQuery(previewQuery(request))
  const merge = useMerge(
    ({ merge: { id } }) => void navigate({ to: '/champion_signups/merges/$id', params: { id: String(id) } }),
  )
  const error = merge.error ?? preview.error
  const survivorName = survivor.name || survivor.email
  return (
    <aside className="panel sticky-aside" aria-labelledby="effects">
      <h2 id="effects">What the merge does</h2>
      {error && <MergeRefusalAlert error={error} />}
      {preview.isPending && !error && <Skeleton height={120} />}
      {preview.data && (
        <Box aria-busy={preview.isPlaceholderData} opacity={preview.isPlaceholderData ? 0.5 : 1}>
          <MergeEffects outcome={preview.data.outcome} />
        </Box>
      )}
      <Button
        icon={IconArrowsJoin}
        disabled={!preview.data || preview.isPlaceholderData || preview.isError}
        loading={merge.isPending}
        onClick={() => preview.data && merge.mutate({ ...request, seen: preview.data.seen })}
      >
        Merge {formatCount(request.source_ids.length, ['signup', 'signups'])} into {survivorName}
      </Button>
    </aside>
  )
}

function MergeRefusalAlert({ error }: { error: Error }) {
  const links = error instanceof HttpError ? (error.body.links as { merge?: string } | undefined) : undefined
  return (
    <Alert tone="bad" title="Nothing was merged" isAlert>
      {error.message} {links?.merge && <Link to={links.merge}>See the merge</Link>}
    </Alert>
  )
}

export function MergeEffects({ outcome }: { outcome: MergeOutcome }) {
  const effects = describeEffects(outcome)
  return (
    <Stack gap={12} style={{ overflowWrap: 'anywhere' }}>
      {outcome.fields.length > 0 && (
        <Stack component="dl" gap={8}>
          {outcome.fields.map(({ field, before, after }) => (
            <div key={field}>
              <dt className="note">{mergeFields[field].label}</dt>
              <dd>
                <BeforeAfter before={formatComparedValue(before)} after={formatComparedValue(after)} />
              </dd>
            </div>
          ))}
        </Stack>
      )}
      {outcome.fields.length === 0 && <p>Every field of the kept signup stays the same.</p>}
      {effects.length > 0 && (
        <Stack component="ul" gap={6} pl={18}>
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
