import { signupThings, type MergePage as PageData, type UndoOutcome } from '@alumni/shared/champions/merges'
import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { countOf, list } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { useUndoMerge } from './actions.ts'
import { MergeState } from './merges-page.tsx'
import { Outcome } from './merge-panel.tsx'
import { mergeQuery } from './queries.ts'
import { keyWords, sayKept } from './words.ts'
import classes from './merge-page.module.css'

/** One merge: who, when and why, what it did, and its undo. */
export function MergePage() {
  const { id } = useParams({ from: '/shell/champion_signups/merges/$id' })
  const query = useQuery(mergeQuery(id))
  if (!query.data && isRefused(query.error)) return <FailedPage error={query.error} />
  const page = query.data
  return (
    <Page
      title={`Merge ${id}`}
      crumbs={[{ title: 'Merged signups', path: '/champion_signups/merges' }]}
      mark={page && <MergeState merge={page.merge} />}
      about={page && <About page={page} />}
      actions={page && <UndoButton page={page} />}
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={3} />}
      {page && (
        <div className={classes.columns}>
          <section className={classes.part} aria-labelledby="signups">
            <h2 id="signups">Signups</h2>
            <ul className={classes.signups}>
              <Signup signup={page.merge.survivor} what="Stays" />
              {page.merge.sources.map((source) => (
                <Signup
                  key={source.id}
                  signup={source}
                  what={page.merge.undone_at ? 'Was merged into it' : 'Merged into it'}
                />
              ))}
            </ul>
            <h2>What the merge did</h2>
            {page.outcome ? (
              <Outcome outcome={page.outcome} />
            ) : (
              <p className="muted">This was erased along with its people.</p>
            )}
          </section>
          <section className={classes.part} aria-labelledby="undo">
            <h2 id="undo">{page.merge.undone_at ? 'What the undo did' : 'What an undo would do'}</h2>
            {page.undo ? <Undo undo={page.undo} /> : <p className="muted">This was erased along with its people.</p>}
          </section>
        </div>
      )}
    </Page>
  )
}

function About({ page: { merge } }: { page: PageData }) {
  return (
    <>
      {merge.merged_by}, <When at={merge.merged_at} />, because of: {keyWords[merge.key].toLowerCase()}.
      {merge.undone_at && (
        <>
          {' '}
          Undone by {merge.undone_by}, <When at={merge.undone_at} />.
        </>
      )}
    </>
  )
}

function Signup({ signup: { id, name, email }, what }: { signup: PageData['merge']['survivor']; what: string }) {
  return (
    <li>
      <Link to="/champion_signups/$id" params={{ id: String(id) }}>
        {name || `Signup ${id}`}
      </Link>
      <span className="muted">{email}</span>
      <span className={classes.what}>
        {what} · Signup {id}
      </span>
    </li>
  )
}

function UndoButton({ page: { merge, undo } }: { page: PageData }) {
  const action = useUndoMerge()
  if (merge.undone_at || !undo) return null
  const kept = undo.kept.length
  const ask = () =>
    modals.openConfirmModal({
      title: 'Undo this merge?',
      centered: true,
      children: `The ${countOf(merge.sources.length + 1, ['signup stands', 'signups stand'])} side by side again, each with what it had.${kept > 0 ? ` ${countOf(kept, ['later change stays', 'later changes stay'])} as listed.` : ''}`,
      labels: { confirm: 'Undo the merge', cancel: 'Leave it merged' },
      onConfirm: () => action.mutate(merge.id),
    })
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} stroke={1.7} aria-hidden />}
      disabled={undo.refusals.length > 0}
      loading={action.isPending}
      onClick={ask}
    >
      Undo this merge
    </Button>
  )
}

function Undo({ undo: { refusals, restored, kept, over } }: { undo: UndoOutcome }) {
  if (refusals.length > 0)
    return (
      <>
        {refusals.map(({ sentence, href }) => (
          <Alert key={sentence} tone="warn" title="It cannot be undone now">
            {sentence} {href && <Link to={href}>Go there</Link>}
          </Alert>
        ))}
      </>
    )
  return (
    <>
      <p>
        Goes back to where it was: {list(restored.map(({ what, count }) => countOf(count, signupThings[what])))}, each
        as it was before.
      </p>
      {kept.length === 0 && <p className="muted">Nothing was changed since.</p>}
      {kept.length > 0 && (
        <div>
          <h3>Changed since, and stays</h3>
          <ul>
            {kept.map((each, i) => (
              <li key={i}>{sayKept(each)}</li>
            ))}
          </ul>
        </div>
      )}
      {over.map(({ title, count }) => (
        <Alert
          key={title}
          tone="warn"
          title={`“${title}” has ${countOf(count, ['person', 'people'])} more than places`}
        >
          The place that became free by the merge was given on, and is not taken away again.
        </Alert>
      ))}
    </>
  )
}
