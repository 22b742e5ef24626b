import type { ComparedSignup } from '@alumni/shared/champions/merges'
import { Button, Radio } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { When } from '../../ui/words/when.tsx'
import { statusWords } from './words.ts'
import classes from './comparison.module.css'

type SignupHeadsProps = {
  signups: readonly ComparedSignup[]
  survivor: ComparedSignup
  onSurvivor: (id: number) => void
  onLeaveOut: ((id: number) => void) | undefined
}

/** The heads of the columns: who it is, how the signup stands, and which one stays. */
export function SignupHeads({ signups, survivor, onSurvivor, onLeaveOut }: SignupHeadsProps) {
  return (
    <div className={classes.row} role="radiogroup" aria-label="Which signup stays">
      <span className={classes.label}>Which one stays</span>
      {signups.map((signup) => {
        const { id, name, status, created_at, signed_in_at, alumnus, has_google } = signup
        return (
          <div key={id} className={classes.head} data-stays={signup === survivor || undefined}>
            <Link to="/champion_signups/$id" params={{ id: String(id) }} className={classes.name}>
              {name || 'No name'}
            </Link>
            <span className={classes.fact}>
              Signup {id} · {statusWords[status]}
            </span>
            <span className={classes.fact}>
              Signed up <When at={created_at} />
            </span>
            <span className={classes.fact}>
              {signed_in_at ? (
                <>
                  Signed in <When at={signed_in_at} />
                </>
              ) : (
                'Has never signed in'
              )}
              {has_google && ', Google linked'}
            </span>
            {alumnus && (
              <span className={classes.fact}>
                <Link to="/alumni/$id" params={{ id: alumnus.buid }}>
                  {alumnus.name}
                </Link>
              </span>
            )}
            {signups.length > 1 && (
              <Radio
                mt={6}
                name="survivor"
                label={signup === survivor ? 'Stays' : 'Let this one stay'}
                aria-label={`${signup === survivor ? 'Stays' : 'Let this one stay'}: signup ${id}, ${name || 'no name'}`}
                checked={signup === survivor}
                onChange={() => onSurvivor(id)}
              />
            )}
            {onLeaveOut && (
              <Button
                variant="subtle"
                size="compact-xs"
                mt={4}
                aria-label={`Leave out signup ${id}`}
                onClick={() => onLeaveOut(id)}
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
