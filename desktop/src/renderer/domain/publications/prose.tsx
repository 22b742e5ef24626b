import classes from './form.module.css'

/** Renders a text as on the alumni's site; the server has sanitized the HTML. */
export function Prose({ html }: { html: string }) {
  if (html === '') return <div className={classes.paper}>There is no text yet.</div>
  return <div className={classes.paper} data-prose dangerouslySetInnerHTML={{ __html: html }} />
}
