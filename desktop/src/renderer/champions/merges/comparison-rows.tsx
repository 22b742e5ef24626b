import { isConflict, isListField, mergeFields } from '@alumni/shared/champions/merges'
import type { ComparedSignup, MergeField } from '@alumni/shared/champions/merges'
import { Radio, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { NameLink } from '../../domain/people/person-link.tsx'
import { emptyCell } from '../../ui/format/empty-cell.tsx'
import { formatComparedValue } from './describe-merge.ts'
import { statusNames } from '@alumni/shared/champions/staff-list'
import { RelativeTime } from '../../ui/format/times.tsx'
import classes from './comparison.module.css'

type FieldChoicesProps = {
  field: MergeField
  signups: readonly ComparedSignup[]
  choice: number | 'all'
  onChoose: (choice: number | 'all') => void
}

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
        const value =
          field === 'buid' && alumnus ? `${alumnus.name}, ${alumnus.buid}` : formatComparedValue(values[field] ?? null)
        const isSelected = choice === id || (choice === 'all' && value !== null)
        return (
          <div
            key={id}
            className={classes.cell}
            data-taken={isSelected || undefined}
            data-none={(!isOpen && value === null) || undefined}
            data-dropped={(isOpen && !isSelected) || undefined}
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
              <span>{value ?? emptyCell}</span>
            )}
          </div>
        )
      })}
    </div>
  )
}

type SignupHeadersProps = {
  signups: readonly ComparedSignup[]
  survivor: ComparedSignup
  onSurvivor: (id: number) => void
  onRemove: ((id: number) => void) | undefined
}

export function SignupHeaders({ signups, survivor, onSurvivor, onRemove }: SignupHeadersProps) {
  return (
    <div className={classes.row} role="radiogroup" aria-label="Which signup to keep">
      <span className={classes.label}>Which one to keep</span>
      {signups.map((signup) => {
        const { id, name, status, created_at, signed_in_at, alumnus, has_google } = signup
        return (
          <div key={id} className={classes.head} data-stays={signup === survivor || undefined}>
            <NameLink name={name} signup={id} />
            <span className="fact">
              Signup {id} · {statusNames[status]}
            </span>
            <span className="fact">
              Signed up <RelativeTime time={created_at} />
            </span>
            <span className="fact">
              {signed_in_at ? (
                <>
                  Signed in <RelativeTime time={signed_in_at} />
                </>
              ) : (
                'Has never signed in'
              )}
              {has_google && ', Google linked'}
            </span>
            {alumnus && (
              <span className="fact">
                <Link to="/alumni/$id" params={{ id: alumnus.buid }}>
                  {alumnus.name}
                </Link>
              </span>
            )}
            {signups.length > 1 && (
              <Radio
                mt={6}
                name="survivor"
                label={signup === survivor ? 'Stays' : 'Keep this one'}
                aria-label={`${signup === survivor ? 'Stays' : 'Keep this one'}: signup ${id}, ${name || 'no name'}`}
                checked={signup === survivor}
                onChange={() => onSurvivor(id)}
              />
            )}
            {onRemove && (
              <Button
                variant="subtle"
                size="compact-xs"
                mt={4}
                aria-label={`Leave out signup ${id}`}
                onClick={() => onRemove(id)}
              >
                Leave out
              </Button>
            )}
          </div>
        )
      })}
    </div>
  )
}
