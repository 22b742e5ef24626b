import type { SignupRecord } from '@alumni/shared/champions/staff-page'
import { Card, Facts } from '../../ui/card.tsx'
import { When } from '../../ui/words/when.tsx'

/** What they agreed to, and how far the signup has come. */
export function ConsentCard({ signup }: { signup: SignupRecord }) {
  const { privacy_policy_version, consented_at, completed_at, created_at, wants_reminders } = signup
  return (
    <Card title="Consent">
      <Facts
        facts={[
          ['Signed up', <When key="at" at={created_at} />],
          ['Completed', completed_at ? <When key="at" at={completed_at} /> : null],
          [
            'Privacy policy',
            privacy_policy_version
              ? `Agreed to the version of ${privacy_policy_version}`
              : 'No agreement is on record: the signup is older than the policy.',
          ],
          ['Agreed', consented_at ? <When key="at" at={consented_at} /> : null],
          ['Reminders', wants_reminders ? 'Wants reminders of events' : 'Wants no reminders'],
        ]}
      />
    </Card>
  )
}
