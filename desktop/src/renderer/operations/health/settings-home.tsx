import type { HealthPart, HealthState, ReleaseCard as Release } from '@alumni/shared/operations/settings'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../domain/session/resource-page.tsx'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import { When } from '../../ui/words/when.tsx'
import { settingsHomeQuery } from './queries.ts'
import { WithCode } from './releases-page.tsx'
import classes from './health.module.css'

/** What runs here, and how each part of it is. */
export function SettingsHome() {
  return (
    <div className={classes.home}>
      <Loaded query={useQuery(settingsHomeQuery)} blocks={3} height={168}>
        {({ health, release }) => (
          <>
            <Health parts={health} />
            <ReleaseCard release={release} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const names: Record<HealthPart['name'], string> = {
  database: 'Database',
  queue: 'Jobs',
  mail: 'Mail',
  storage: 'Files',
  memory: 'Memory',
}
const states: Record<HealthState, { word: string; icon: Icon; tone: Tone }> = {
  good: { word: 'Good', icon: IconCircleCheck, tone: 'good' },
  attention: { word: 'Look at it', icon: IconAlertTriangle, tone: 'warn' },
  bad: { word: 'Broken', icon: IconCircleX, tone: 'bad' },
}

function Health({ parts }: { parts: HealthPart[] }) {
  return (
    <section aria-labelledby="health">
      <h2 id="health">Health</h2>
      <ul className={classes.parts}>
        {parts.map(({ name, state, says, facts, mend }) => (
          <li key={name} className={classes.part}>
            <h3>
              {names[name]}
              <StateWord icon={states[state].icon} tone={states[state].tone}>
                {states[state].word}
              </StateWord>
            </h3>
            <p>{says}</p>
            <dl>
              {facts.map((fact) => (
                <div key={fact.name} style={{ display: 'contents' }}>
                  <dt>{fact.name}</dt>
                  <dd>{fact.value}</dd>
                </div>
              ))}
            </dl>
            {mend && <Link to={mend.path}>{mend.label}</Link>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ReleaseCard({ release: { current, commit, deployed_at, started_at, recent, code } }: { release: Release }) {
  return (
    <section aria-labelledby="release">
      <h2 id="release">Release</h2>
      <div className={classes.release}>
        <div className={classes.current}>
          <p className={classes.tag}>{current.tag}</p>
          <p>
            <WithCode text={current.summary} />
          </p>
          <p className={classes.facts}>
            {commit && (
              <span>
                Commit <code>{commit.slice(0, 12)}</code>
              </span>
            )}
            {deployed_at && (
              <span>
                Deployed <When at={deployed_at} />
              </span>
            )}
            <span>
              Running since <When at={started_at} />
            </span>
          </p>
          <p className={classes.links}>
            <Link to="/settings/releases">All that changed</Link>
            {code && <a href={code}>Changes in the code</a>}
          </p>
        </div>
        {recent.length > 0 && (
          <ul className={classes.before} aria-label="Releases before">
            {recent.map((before) => (
              <li key={before.tag}>
                <Link to="/settings/releases" hash={before.tag}>
                  {before.tag}
                </Link>
                {before.code && (
                  <>
                    {' · '}
                    <a href={before.code} aria-label={`Changes in the code of ${before.tag}`}>
                      code
                    </a>
                  </>
                )}
                <p>
                  <WithCode text={before.summary} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
