import { Link } from '@tanstack/react-router'

/** A person in a table: the name leads to their page, the BUID stands under it. */
export function PersonLink({ buid, name }: { buid: string; name: string }) {
  return (
    <span className="lines">
      <Link to="/alumni/$id" params={{ id: buid }} className="name">
        {name || 'No name'}
      </Link>
      <span className="note">{buid}</span>
    </span>
  )
}
