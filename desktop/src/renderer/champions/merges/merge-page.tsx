import { mergePage, type MergePage as PageData, type UndoOutcome } from '@alumni/shared/champions/merges'
import { Box, SimpleGrid, Stack } from '@mantine/core'
import { Section } from '../../ui/page/section.tsx'
import { post } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { invalidates } from './actions.ts'
import { MergeState } from './merges-page.tsx'
import { MergeEffects } from './merge-panel.tsx'
import { mergeQuery, mergesUrl } from './queries.ts'
import { mergeKeyLabels, describeRetained } from './describe-merge.ts'

export function MergePage() {
  const { id } = useParams({ from: '/shell/champion_signups/merges/$id' })
  const query = useQuery(mergeQuery(id))
  const { data } = query
  return (
    <ResourcePage
      query={query}
      title={`Merge ${id}`}
      isRecord
      badge={data && <MergeState merge={data.merge} />}
      about={data && <MergeFacts page={data} />}
      actions={data && <UndoButton page={data} />}
    >
      {(page) => <MergeDetails page={page} />}
    </ResourcePage>
  )
}

function MergeDetails({ page: { merge, outcome, undo } }: { page: PageData }) {
  const erasedText = <p className="muted">This was erased together with its people.</p>
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={32}>
      <Section title="Signups">
        <ul className="rows frame">
          <SignupRow signup={merge.survivor} role="Stays" />
          {merge.sources.map((source) => (
            <SignupRow
              key={source.id}
              signup={source}
              role={merge.undone_at ? 'Was merged into it' : 'Merged into it'}
            />
          ))}
        </ul>
        <h2>What the merge did</h2>
        {outcome ? <MergeEffects outcome={outcome} /> : erasedText}
      </Section>
      <Section title={merge.undone_at ? 'What the undo did' : 'What an undo would do'}>
        {undo ? <UndoEffects undo={undo} /> : erasedText}
      </Section>
    </SimpleGrid>
  )
}

function MergeFacts({ page: { merge } }: { page: PageData }) {
  return (
    <>
      Merged by {merge.merged_by}, <RelativeTime time={merge.merged_at} />: {mergeKeyLabels[merge.key].toLowerCase()}.
      {merge.undone_at && (
        <>
          {' '}
          Undone by {merge.undone_by}, <RelativeTime time={merge.undone_at} />.
        </>
      )}
    </>
  )
}

function SignupRow({ signup: { id, name, email }, role }: { signup: PageData['merge']['survivor']; role: string }) {
  return (
    <li className="split">
      <Link to="/champion_signups/$id" params={{ id: String(id) }}>
        {name || `Signup ${id}`}
      </Link>
      <span className="muted">{email}</span>
      <Box component="span" className="fact" ml="auto">
        {role} · Signup {id}
      </Box>
    </li>
  )
}

function UndoButton({ page: { merge, undo } }: { page: PageData }) {
  if (merge.undone_at || !undo) return null
  const laterChanges = undo.kept.length
  const signups = formatCount(merge.sources.length + 1, ['signup is', 'signups are'])
  return (
    <ActionButton
      icon={IconArrowBackUp}
      disabled={undo.refusals.length > 0}
      run={() => post(`${mergesUrl}/${merge.id}/undo`, mergePage)}
      invalidates={invalidates}
      successNotice={() => ({ title: 'Merge undone', message: `${signups} separate again.` })}
      confirmation={{
        title: 'Undo this merge?',
        body: `The ${signups} separate again, each with its own data.${laterChanges > 0 ? ` ${formatCount(laterChanges, ['later change stays', 'later changes stay'])} as listed.` : ''}`,
        confirm: 'Undo the merge',
      }}
    >
      Undo this merge
    </ActionButton>
  )
}

function UndoEffects({ undo: { refusals, kept, over } }: { undo: UndoOutcome }) {
  if (refusals.length > 0)
    return (
      <>
        {refusals.map(({ message, href }) => (
          <Alert key={message} tone="warn" title="It cannot be undone now">
            {message} {href && <Link to={href}>Go there</Link>}
          </Alert>
        ))}
      </>
    )
  return (
    <>
      <p>Each signup has its own fields, answers and ways to sign in again.</p>
      {kept.length === 0 && <p className="muted">Nothing has changed since.</p>}
      {kept.length > 0 && (
        <div>
          <h3>Changed since, and stays</h3>
          <Stack component="ul" gap={6} mt={4} pl={18}>
            {kept.map((each, index) => (
              <li key={index}>{describeRetained(each)}</li>
            ))}
          </Stack>
        </div>
      )}
      {over.map(({ title, count }) => (
        <Alert
          key={title}
          tone="warn"
          title={`“${title}” has ${formatCount(count, ['person', 'people'])} more than places`}
        >
          The place freed by the merge was given to someone else, who keeps it.
        </Alert>
      ))}
    </>
  )
}
