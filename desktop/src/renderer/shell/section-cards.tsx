import { Link } from '@tanstack/react-router'
import { IconArrowRight } from '@tabler/icons-react'
import type { Section } from './sections.ts'
import classes from './section-cards.module.css'

/** Places as cards: the whole card is the link. */
export function SectionCards({ sections }: { sections: readonly Section[] }) {
  return (
    <ul className={classes.cards}>
      {sections.map((section) => (
        <li key={section.path} className={classes.card}>
          <span className={classes.picture} aria-hidden>
            <section.icon size={20} stroke={1.6} />
          </span>
          <div>
            <h2>
              <Link to={section.path}>{section.title}</Link>
            </h2>
            <p>{section.about}</p>
          </div>
          <IconArrowRight size={18} stroke={1.6} className={classes.arrow} aria-hidden />
        </li>
      ))}
    </ul>
  )
}
