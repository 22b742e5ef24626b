import classes from './cells.module.css'

/** A fact in a row that is one line high: the whole of it on hover, where the column is too narrow. */
export function Fact({ text }: { text: string | null | undefined }) {
  return (
    <span className={classes.fact} title={text || undefined} data-empty={text ? undefined : true}>
      {text || '–'}
    </span>
  )
}
