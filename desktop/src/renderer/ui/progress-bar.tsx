import classes from './progress-bar.module.css'

/** A bar of `percent` (0 to 100); null while the length is unknown. */
export function ProgressBar({ label, percent }: { label: string; percent: number | null }) {
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      data-unknown={percent === null || undefined}
    >
      <div className={classes.bar} style={percent === null ? undefined : { width: `${percent}%` }} />
    </div>
  )
}
