import { Link } from '@tanstack/react-router'
import classes from './person-link.module.css'

/** A person in a table: the name leads to their page, the BUID stands under it. */
export function PersonLink({ buid, name }: { buid: string; name: string }) {
  return (
    <span className={classes.person}>
      <Link to="/alumni/$id" params={{ id: buid }} className={classes.name}>
        {name || 'No name'}
      </Link>
      <span className={classes.buid}>{buid}</span>
    </span>
  )
}
