import type { ImportTypePage } from '@alumni/shared/exchange/imports'
import classes from './panel.module.css'

/** What the file must contain, and what else is read. */
export function FileRequirements({ page }: { page: ImportTypePage }) {
  const required = page.fields.filter((field) => field.required)
  const others = page.fields.filter((field) => !field.required)
  return (
    <section className={classes.panel}>
      <h2>What the file must contain</h2>
      <p className="muted">
        A first line with column names, in any order. Upper and lower case, spaces and underscores do not matter.
      </p>
      <h3>Required</h3>
      <ul className={classes.chips}>
        {required.map((field) => (
          <li key={field.field} data-strong>
            {field.label}
          </li>
        ))}
      </ul>
      <h3>Also read</h3>
      <ul className={classes.chips}>
        {others.map((field) => (
          <li key={field.field}>{field.label}</li>
        ))}
      </ul>
      <p className="muted">
        A column that is missing leaves its field as it is. A column that is there but empty clears it.
      </p>
    </section>
  )
}
