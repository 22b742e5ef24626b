import type { HealthPart, HealthState, ReleaseCard as Release } from '@alumni/shared/operations/settings'
import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../domain/session/resource-page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import { When } from '../../ui/words/when.tsx'
import { Backups } from '../backups/backups.tsx'
import { settingsHomeQuery } from './queries.ts'
import { WithCode } from './releases-page.tsx'

/** Shows the parts that run and their state. */
export function SettingsHome() {
  return (
    <Stack gap={32} mb={32}>
      <Loaded query={useQuery(settingsHomeQuery)} blocks={3} height={168}>
        {({ health, release }) => (
          <>
            <Health parts={health} />
            <Backups />
            <ReleaseCard release={release} />
          </>
        )}
      </Loaded>
    </Stack>
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
    <Section title="Health">
      <SimpleGrid component="ul" className="list" cols={{ base: 1, xs: 2, md: 3 }} maw={1080}>
        {parts.map(({ name, state, says, facts, mend }) => (
          <li key={name} className="panel">
            <Group component="h3" justify="space-between" gap={8}>
              {names[name]}
              <StateWord {...states[state]} />
            </Group>
            <p>{says}</p>
            <Stack component="dl" gap={2} fz={13}>
              {facts.map((fact) => (
                <Group key={fact.name} justify="space-between" gap={8}>
                  <dt className="muted">{fact.name}</dt>
                  <dd>{fact.value}</dd>
                </Group>
              ))}
            </Stack>
            {mend && <Link to={mend.path}>{mend.label}</Link>}
          </li>
        ))}
      </SimpleGrid>
    </Section>
  )
}

function ReleaseCard({ release: { current, commit, deployed_at, started_at, recent, code } }: { release: Release }) {
  return (
    <Section title="Release">
      <SimpleGrid className="frame" cols={{ base: 1, sm: 2 }} spacing={0} maw={1080}>
        <Stack gap={8} p={20}>
          <Text fz={22} fw={600}>
            {current.tag}
          </Text>
          <p>
            <WithCode text={current.summary} />
          </p>
          <Group component="p" gap="4px 24px" className="fact">
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
          </Group>
          <Group component="p" gap="4px 20px" fz={13}>
            <Link to="/settings/releases">All that changed</Link>
            {code && <a href={code}>Changes in the code</a>}
          </Group>
        </Stack>
        {recent.length > 0 && (
          <Stack component="ul" gap={10} p={20} fz={13} className="list" aria-label="Releases before">
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
                <Text fz={13} lineClamp={2} c="var(--ink-soft)">
                  <WithCode text={before.summary} />
                </Text>
              </li>
            ))}
          </Stack>
        )}
      </SimpleGrid>
    </Section>
  )
}
