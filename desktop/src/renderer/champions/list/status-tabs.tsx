import { statusNames, type SignupsPage } from '@alumni/shared/champions/staff-list'
import { signupStatuses } from '@alumni/shared/champions/record'
import { SegmentedControl } from '@mantine/core'
import { count } from '../../ui/words/numbers.ts'
import classes from './status-tabs.module.css'

type StatusTabsProps = {
  status: string | undefined
  statuses: SignupsPage['statuses']
  onChoose: (status: string | undefined) => void
}

/** How many the filters find of each status, and which of them are shown. */
export function StatusTabs({ status, statuses, onChoose }: StatusTabsProps) {
  const all = signupStatuses.reduce((sum, each) => sum + statuses[each], 0)
  const label = (word: string, many: number) => (
    <span className={classes.tab}>
      {word} <span className={classes.count}>{count(many)}</span>
    </span>
  )
  return (
    <SegmentedControl
      className={classes.tabs ?? ''}
      aria-label="Status"
      value={signupStatuses.find((each) => each === status) ?? ''}
      onChange={(chosen) => onChoose(chosen || undefined)}
      data={[
        { value: '', label: label('All', all) },
        ...signupStatuses.map((each) => ({ value: each, label: label(statusNames[each], statuses[each]) })),
      ]}
    />
  )
}
