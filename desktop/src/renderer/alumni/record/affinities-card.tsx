import type { Membership } from '@alumni/shared/alumni/record'
import { Card, Facts } from '../../ui/card.tsx'

/** What someone belonged to, by category. */
export function AffinitiesCard({ affinities }: { affinities: Membership[] }) {
  const byCategory = [...Map.groupBy(affinities, ({ category }) => category)]
  return (
    <Card title="Affinities" count={affinities.length} empty={affinities.length === 0 && 'No affinity is on file.'}>
      <Facts
        facts={byCategory.map(([category, members]) => [category, members.map(({ name }) => name).join('\n')] as const)}
      />
    </Card>
  )
}
