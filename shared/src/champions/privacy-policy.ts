/**
 * The version of the privacy policy, which a signup records with its consent: the day from which it holds. It changes
 * whenever something changes that people consent to; a test compares it with the wording below.
 */
export const privacyPolicyVersion = '2026-11-22'

/** The text of the consent; `{institution}` is the name. */
export const consentWording =
  'I agree that {institution} keeps the data that I have given here and uses it to invite me to help, as its privacy policy says.'

/** The policy, as `/privacy` shows it. */
export const privacyPolicy: readonly { title: string; paragraphs: readonly string[] }[] = [
  {
    title: 'What we keep',
    paragraphs: [
      'We keep what you tell us when you sign up and later in your profile: your name and former last name, your e-mail address, where you live, the year of your degree and your college, your interests, and how you want to help. If you add a phone number or a street, we keep those too.',
      'We keep what you do here: the opportunities and events that you answer, the communities that you join, and when you signed in. Of the address that your device has on the internet we keep a fingerprint only, so that misuse can be noticed.',
      'If you sign in with Google, we keep the number by which Google knows you. We never see your Google password.',
    ],
  },
  {
    title: 'What we use it for',
    paragraphs: [
      'We use it to find out which graduate you are, to invite you to what fits you, to bring you together with students and alumni whom you offered to help, and to let you sign in.',
      'Staff of alumni relations see your data. Other champions who have signed in see your first name and the first letter of your last name in a community that you joined or at an event that you attend.',
      'We do not sell your data, we do not use it for advertising, and we do not share it with anybody outside of {institution} except the companies that run our servers and send our letters, who may use it for nothing else.',
    ],
  },
  {
    title: 'How long we keep it',
    paragraphs: [
      'We keep it for as long as you are signed up. What you typed without finishing your signup is deleted after seven days.',
      'When you delete your signup, you are signed out everywhere at once and we stop writing to you. After 30 days we erase what is personal in it. {institution} may keep what it knows of you as a graduate from before.',
    ],
  },
  {
    title: 'What you can do',
    paragraphs: [
      'In your profile you can read, correct and download everything that we know of your signup, and you can delete it. No reason is needed.',
      'You can take back your consent at any time by deleting your signup or by writing to us.',
    ],
  },
  {
    title: 'Cookies',
    paragraphs: [
      'We use cookies only for what you ask for: to keep what you have typed into the signup form, to know that you have signed in, and, if you ticked that box, to remember your device for about six months. There are none for advertising or statistics.',
    ],
  },
]
