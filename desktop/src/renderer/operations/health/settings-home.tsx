import { officeChanges } from '@alumni/shared/operations/releases'
import type { HealthPart, ReleaseCard as Release } from '@alumni/shared/operations/settings'
import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QueryContent } from '../../domain/session/resource-page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { RelativeTime } from '../../ui/format/times.tsx'
import { Backups } from '../backups/backups.tsx'
import { healthLabels, partNames } from './health-labels.ts'
import { settingsHomeQuery } from './queries.ts'
import { WithMarks } from './releases-page.tsx'
import classes from './releases-page.module.css'

export function SettingsHome() {
  return (
    <Stack gap={32} mb={32}>
      <QueryContent query={useQuery(settingsHomeQuery)} blocks={3} height={168}>
        {({ health, release }) => (
          <>
            <Health parts={health} />
            <Backups />
            <ReleaseCard release={release} />
          </>
        )}
      </QueryContent>
    </Stack>
  )
}

function Health({ parts }: { parts: HealthPart[] }) {
  return (
    <Section title="Health" id="health">
      <SimpleGrid component="ul" className="list" cols={{ base: 1, xs: 2, md: 3 }} maw={1080}>
        {parts.map(({ name, state, message, facts, fix }) => (
          <li key={name} className="panel">
            <Group component="h3" justify="space-between" gap={8}>
              {partNames[name]}
              <StateBadge {...healthLabels[state]} />
            </Group>
            <p>{message}</p>
            <Stack component="dl" gap={2} fz={13}>
              {facts.map((fact) => (
                <Group key={fact.name} justify="space-between" gap={8}>
                  <dt className="muted">{fact.name}</dt>
                  <dd>{fact.value}</dd>
                </Group>
              ))}
            </Stack>
            {fix && <Link to={fix.path}>{fix.label}</Link>}
          </li>
        ))}
      </SimpleGrid>
    </Section>
  )
}

const maxChanges = 5

/** Lists only the changes that users notice; the releases page lists all. */
function ReleaseCard({ release: { current, deployed_at, started_at, recent, code } }: { release: Release }) {
  const changes = officeChanges(current)
  return (
    <Section title={`What is new in ${current.tag}`}>
      <Stack className="frame" gap={16} p={20} maw={1080}>
        {changes.length > 0 && (
          <ul className={classes.changes}>
            {changes.slice(0, maxChanges).map((change) => (
              <li key={change}>
                <WithMarks text={change} />
              </li>
            ))}
          </ul>
        )}
        <Group gap="4px 20px" fz={13}>
          <Link to="/settings/releases">All changes</Link>
          {recent.map(({ tag }) => (
            <Link key={tag} to="/settings/releases" hash={tag}>
              {tag}
            </Link>
          ))}
          {code && <a href={code}>Changes in the code</a>}
        </Group>
        <Group component="p" gap="4px 24px" className="fact">
          {deployed_at && (
            <span>
              Installed <RelativeTime time={deployed_at} />
            </span>
          )}
          <span>
            Running since <RelativeTime time={started_at} />
          </span>
        </Group>
      </Stack>
    </Section>
  )
}
