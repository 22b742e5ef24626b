import classes from './cells.module.css'

type FactProps = {
  text: string | null | undefined
  /** Why it must not be used. */
  struck?: string | null
}

/** A fact in a row that is one line high: the whole of it on hover, where the column is too narrow. */
export function Fact({ text, struck }: FactProps) {
  const title = struck ? `${text} (${struck.toLowerCase()})` : text || undefined
  return (
    <span className={classes.fact} title={title} data-empty={text ? undefined : true}>
      {struck ? <del>{text}</del> : text || '–'}
    </span>
  )
}
