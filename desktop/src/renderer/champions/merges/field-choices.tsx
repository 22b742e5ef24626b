import {
  isConflict,
  isListField,
  mergeFields,
  type ComparedSignup,
  type MergeField,
} from '@alumni/shared/champions/merges'
import { Radio } from '@mantine/core'
import { none } from '../../ui/words/none.tsx'
import { sayValue } from './words.ts'
import classes from './comparison.module.css'

type FieldChoicesProps = {
  field: MergeField
  signups: readonly ComparedSignup[]
  choice: number | 'all'
  onChoose: (choice: number | 'all') => void
}

/** The values of one field side by side: a choice where they differ, else what they are. */
export function FieldChoices({ field, signups, choice, onChoose }: FieldChoicesProps) {
  const { label } = mergeFields[field]
  const isOpen = isConflict(field, signups)
  return (
    <div
      className={classes.row}
      data-open={isOpen || undefined}
      role={isOpen ? 'radiogroup' : 'group'}
      aria-label={label}
    >
      <span className={classes.label}>
        {label}
        {isOpen && isListField(field) && (
          <Radio
            mt={4}
            name={field}
            label="All of them"
            checked={choice === 'all'}
            onChange={() => onChoose('all')}
            aria-label={`${label}: all of them`}
          />
        )}
      </span>
      {signups.map(({ id, values, alumnus }) => {
        const value = field === 'buid' && alumnus ? `${alumnus.name}, ${alumnus.buid}` : sayValue(values[field] ?? null)
        const isTaken = choice === id || (choice === 'all' && value !== null)
        return (
          <div
            key={id}
            className={classes.cell}
            data-taken={isTaken || undefined}
            data-none={(!isOpen && value === null) || undefined}
            data-dropped={(isOpen && !isTaken) || undefined}
          >
            <span className={classes.of}>Signup {id}</span>
            {isOpen ? (
              <Radio
                name={field}
                label={value ?? 'Empty'}
                checked={choice === id}
                onChange={() => onChoose(id)}
                aria-label={`${label} of signup ${id}: ${value ?? 'empty'}`}
              />
            ) : (
              <span className={classes.value}>{value ?? none}</span>
            )}
          </div>
        )
      })}
    </div>
  )
}
