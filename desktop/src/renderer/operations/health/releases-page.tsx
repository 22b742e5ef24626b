import { useQuery } from '@tanstack/react-query'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { releasesQuery } from './queries.ts'
import { WithCode } from './with-code.tsx'
import classes from './health.module.css'

/** What each release has changed. */
export function ReleasesPage() {
  const query = useQuery(releasesQuery)
  if (!query.data && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page title="Releases" about="What each release has changed, the newest first.">
      {query.error && !query.data && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={4} height={160} />}
      {query.data?.releases.map(({ tag, summary, sections }) => (
        <article key={tag} id={tag} className={classes.entry}>
          <h2>{tag}</h2>
          <p>
            <WithCode text={summary} />
          </p>
          {sections.map(({ title, changes }, index) => (
            <section key={index}>
              {title && <h3>{title}</h3>}
              <ul>
                {changes.map((change) => (
                  <li key={change}>
                    <WithCode text={change} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </article>
      ))}
    </Page>
  )
}
