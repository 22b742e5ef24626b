import type { AlumnusPage } from '@alumni/shared/alumni/record'
import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { count } from '../../ui/words/numbers.ts'
import { AffinitiesCard } from './affinities-card.tsx'
import { EducationCard } from './education-card.tsx'
import { EmploymentCard } from './employment-card.tsx'
import { EngagementsCard } from './engagements-card.tsx'
import { History } from './history.tsx'
import classes from './record-tabs.module.css'

/** What is on file, and how it came to be so. The address says which. */
export function RecordTabs({ page, loadedAt }: { page: AlumnusPage; loadedAt: number }) {
  const { tab } = useSearch({ from: '/shell/alumni/$id' })
  const navigate = useNavigate({ from: '/alumni/$id' })
  const open = (to: string | null) =>
    void navigate({
      search: (before) => ({ ...before, tab: to === 'history' ? to : undefined }),
      state: true,
      resetScroll: false,
    })
  return (
    <Tabs value={tab ?? 'records'} onChange={open} keepMounted={false}>
      <Tabs.List className={classes.tabs ?? ''} aria-label="About this person">
        <Tabs.Tab value="records">Records</Tabs.Tab>
        <Tabs.Tab value="history">
          History <span className={classes.count}>{count(page.history.matching)}</span>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="records" className={classes.panel ?? ''}>
        <div className={classes.pair}>
          <EducationCard educations={page.educations} areas={page.areas_of_study} />
          <EmploymentCard employment={page.employment} />
        </div>
        <EngagementsCard page={page} loadedAt={loadedAt} />
        <AffinitiesCard affinities={page.affinities} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className={classes.panel ?? ''}>
        <History page={page} loadedAt={loadedAt} />
      </Tabs.Panel>
    </Tabs>
  )
}
