import { Button } from '@mantine/core'
import { IconArrowsJoin } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { countOf, list } from '../../ui/words/numbers.ts'
import classes from '../../domain/searches/selection-bar.module.css'

const most = 4

/** What can be done with the signups that are chosen, by id and name: two to four are compared. */
export function ChosenBar({ chosen, onClear }: { chosen: ReadonlyMap<string, string>; onClear: () => void }) {
  const navigate = useNavigate()
  if (chosen.size === 0) return null
  const compare = () =>
    void navigate({ href: `/champion_signups/duplicates?ids=${[...chosen.keys()].join(',')}` } as never)
  return (
    <div className={classes.bar} role="group" aria-label="Chosen signups">
      <p role="status">
        <strong>{countOf(chosen.size, ['signup', 'signups'])} chosen</strong>{' '}
        <span>{chosen.size > most ? `At most ${most} can be compared at once.` : list([...chosen.values()])}</span>
      </p>
      <Button variant="subtle" onClick={onClear}>
        Clear
      </Button>
      <Button
        leftSection={<IconArrowsJoin size={16} stroke={1.6} aria-hidden />}
        disabled={chosen.size < 2 || chosen.size > most}
        onClick={compare}
      >
        {chosen.size < 2 ? 'Choose another to compare' : 'Compare and merge'}
      </Button>
    </div>
  )
}
