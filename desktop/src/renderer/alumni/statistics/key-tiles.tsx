import type { PeopleWords } from '@alumni/shared/alumni/statistics-people'
import { SimpleGrid, type SimpleGridProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import tiles from '../../ui/page/tiles.module.css'
import { PeopleLink } from './people-link.tsx'

export type Linked = { people: number; to: PeopleWords }
export type KeyTile = {
  word: string
  icon: Icon
  value: string
  /** The people of the number, or a link of its own. */
  who: Linked | ((value: string) => ReactNode)
  /** One line under the number. */
  line?: ReactNode
}

/** Big calm numbers, each with one line, each leading to its people. */
export function KeyTiles({ of, cols }: { of: readonly KeyTile[]; cols: SimpleGridProps['cols'] & object }) {
  return (
    <SimpleGrid
      component="dl"
      className={tiles.tiles}
      cols={cols}
      spacing={1}
      style={{ breakInside: 'avoid', display: 'grid' }}
    >
      {of.map(({ word, icon: Picture, value, who, line }) => (
        <div key={word} className={tiles.tile}>
          <dt className={tiles.word}>
            <Picture size={15} stroke={1.8} color="var(--accent-text)" aria-hidden />
            {word}
          </dt>
          <dd className={tiles.number}>
            {typeof who === 'function' ? who(value) : <PeopleLink {...who}>{value}</PeopleLink>}
          </dd>
          {line && <dd className={tiles.word}>{line}</dd>}
        </div>
      ))}
    </SimpleGrid>
  )
}
