import type { ChampionSignup } from '@alumni/shared/alumni/record'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../domain/session/session.ts'
import { When } from '../../ui/words/when.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { signupStates } from './champion-mark.tsx'
import { countryName } from './countries.ts'

/** Whether someone has offered to help, and how far that has come. */
export function SignupCard({ signup }: { signup: ChampionSignup | null }) {
  const isStaff = hasRole(useSession().user.role, 'staff')
  if (!signup) return <Card title="Champion signup" empty="Has not signed up as a champion." />
  const { id, status, signed_up_at, email, city, postal_code, country, google_linked } = signup
  const place = [[city, postal_code].filter(Boolean).join(' '), countryName(country ?? 'US')].filter(Boolean).join(', ')
  return (
    <Card title="Champion signup">
      <Facts
        facts={[
          ['Status', signupStates[status]],
          ['Signed up', <When key="at" at={signed_up_at} />],
          ['With', email],
          ['Place', city || postal_code || country ? place : null],
          ['Google', google_linked ? 'Linked' : 'Not linked'],
        ]}
      />
      {isStaff && (
        <Link to="/champion_signups/$id" params={{ id: String(id) }}>
          Open the signup
        </Link>
      )}
    </Card>
  )
}
