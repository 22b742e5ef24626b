import { count } from './words/numbers.ts'
import { Pager } from './pager.tsx'
import classes from './list.module.css'

type ListFootProps = {
  page: number
  pages: number
  perPage: number
  shown: number
  matching: number
  onPage: (page: number) => void
}

/** "51 to 100 of 1,203", and the way to the other pages. */
export function ListFoot({ page, pages, perPage, shown, matching, onPage }: ListFootProps) {
  const first = (page - 1) * perPage + 1
  return (
    <div className={classes.foot}>
      <span className="muted">
        {shown > 0 && `${count(first)} to ${count(first + shown - 1)} of ${count(matching)}`}
      </span>
      <Pager
        page={page}
        pages={pages}
        onPage={(to) => {
          onPage(to)
          window.scrollTo({ top: 0 })
        }}
      />
    </div>
  )
}
