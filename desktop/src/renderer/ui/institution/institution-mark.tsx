import { useInstitution } from './institution.ts'
import classes from './institution-mark.module.css'

/** The logo, or the first letter of the institution on its colour. */
export function InstitutionMark({ size = 32 }: { size?: number }) {
  const { logo_url, short_name } = useInstitution()
  if (logo_url) return <img className={classes.logo} src={logo_url} width={size} height={size} alt="" />
  return (
    <span className={classes.letter} style={{ width: size, height: size, fontSize: size / 2 }} aria-hidden>
      {short_name.slice(0, 1).toUpperCase()}
    </span>
  )
}
