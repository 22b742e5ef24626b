import type { Alumnus } from '@alumni/shared/alumni/record'
import { IconCross, IconMailOff, IconPhoneOff } from '@tabler/icons-react'
import classes from './silence-banner.module.css'

/** Above everything else, for nobody may overlook it: whom one must not write to or call. */
export function SilenceBanner({ alumnus: { deceased, do_not_contact, do_not_email } }: { alumnus: Alumnus }) {
  if (deceased)
    return (
      <Banner
        icon={IconCross}
        tone="ink"
        title="Deceased"
        sentence="Do not write or call. What is on file stays for the record."
      />
    )
  if (do_not_contact)
    return (
      <Banner
        icon={IconPhoneOff}
        tone="bad"
        title="Do not contact"
        sentence="Neither by e-mail nor by phone or post."
      />
    )
  if (do_not_email)
    return <Banner icon={IconMailOff} tone="bad" title="Do not e-mail" sentence="Phone and post are allowed." />
  return null
}

type BannerProps = { icon: typeof IconCross; tone: 'ink' | 'bad'; title: string; sentence: string }

function Banner({ icon: Picture, tone, title, sentence }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role="note" aria-label={title}>
      <Picture size={22} stroke={1.8} aria-hidden />
      <p>
        <strong>{title}.</strong> {sentence}
      </p>
    </div>
  )
}
