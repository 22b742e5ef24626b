import { alumnusFieldNames, type Alumnus, type AlumnusField } from '@alumni/shared/alumni/record'
import { When } from '../../ui/words/when.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy-button.tsx'

const names = [
  'prefix',
  'first_name',
  'preferred_name',
  'middle_name',
  'last_name',
  'former_last_name',
  'suffix',
] as const satisfies AlumnusField[]
const identifiers = ['buid', 'contact_id', 'crm_id'] as const satisfies AlumnusField[]

/** Each part of the name, and the identifiers. */
export function IdentityCard({ alumnus }: { alumnus: Alumnus }) {
  return (
    <Card title="Identity">
      <Facts
        facts={[
          ...identifiers.map(
            (field) => [alumnusFieldNames[field], copyable(alumnusFieldNames[field], alumnus[field])] as const,
          ),
          ...names.map((field) => [alumnusFieldNames[field], alumnus[field]] as const),
          ['Last changed', <When key="at" at={alumnus.updated_at} />],
        ]}
      />
    </Card>
  )
}

function copyable(what: string, value: string | null) {
  return value && <Copyable what={what} value={value} />
}
