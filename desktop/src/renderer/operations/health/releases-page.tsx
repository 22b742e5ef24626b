import { isForOperators, type Release } from '@alumni/shared/operations/releases'
import { useQuery } from '@tanstack/react-query'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { releasesQuery } from './queries.ts'
import classes from './releases-page.module.css'

export function ReleasesPage() {
  return (
    <ResourcePage
      title="Releases"
      about="What each release changed, newest first."
      query={useQuery(releasesQuery)}
      blocks={4}
      height={160}
    >
      {({ releases }) =>
        releases.map(({ tag, summary, sections }) => (
          <article key={tag} id={tag} className={classes.entry}>
            <h2>{tag}</h2>
            <p>
              <WithMarks text={summary} />
            </p>
            <Sections sections={sections.filter((section) => !isForOperators(section))} />
            {sections.some(isForOperators) && (
              <details className={classes.operators}>
                <summary>For those who run the service</summary>
                <Sections sections={sections.filter(isForOperators)} />
              </details>
            )}
          </article>
        ))
      }
    </ResourcePage>
  )
}

function Sections({ sections }: Pick<Release, 'sections'>) {
  return sections.map(({ title, changes }, index) => (
    <section key={index}>
      {title && <h3>{title}</h3>}
      <ul>
        {changes.map((change) => (
          <li key={change}>
            <WithMarks text={change} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Renders text between backticks as code and text between asterisks as emphasis. */
export function WithMarks({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*[^*]+\*)/).map((part, index) => {
    const marked = part.slice(1, -1)
    if (index % 2 === 0) return part
    return part.startsWith('`') ? <code key={index}>{marked}</code> : <em key={index}>{marked}</em>
  })
}
