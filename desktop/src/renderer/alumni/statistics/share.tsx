import type { PeopleWords } from '@alumni/shared/alumni/statistics-people'
import type { ReactNode } from 'react'
import { percent } from '../../ui/words/numbers.ts'
import { linked } from './people-link.tsx'

type Share = { engaged_alumni: number; alumni: number }

/** A share with what it is a share of, each with its search: "105 of 432 · 24.3%". */
export function shareOf({ engaged_alumni, alumni }: Share, engaged: PeopleWords, all: PeopleWords): ReactNode {
  return (
    <>
      {linked(engaged, engaged_alumni)} of {linked(all, alumni)}
      {` · ${percent(engaged_alumni, alumni)}`}
    </>
  )
}
