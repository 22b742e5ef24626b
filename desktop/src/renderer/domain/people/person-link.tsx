import { Link } from '@tanstack/react-router'

/** Links a name to the alumnus or, without a BUID, to the champion signup. Without either, the name is muted. */
export function NameLink({ name, buid, signup }: { name: string; buid?: string | null; signup?: number | null }) {
  const label = name || 'No name'
  if (buid)
    return (
      <Link to="/alumni/$id" params={{ id: buid }} className="name">
        {label}
      </Link>
    )
  if (!signup) return <span className="muted">{label}</span>
  return (
    <Link to="/champion_signups/$id" params={{ id: String(signup) }} className="name">
      {label}
    </Link>
  )
}

export function PersonLink({ buid, name }: { buid: string; name: string }) {
  return (
    <span className="lines">
      <NameLink buid={buid} name={name} />
      <span className="note">{buid}</span>
    </span>
  )
}

export const NotLinkedTag = () => (
  <span className="tag" data-tone="warn">
    Not linked
  </span>
)
