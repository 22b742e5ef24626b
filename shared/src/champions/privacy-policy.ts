/** The version recorded with each consent. Set it to the current day whenever the policy changes. */
export const privacyPolicyVersion = '2026-11-28'

export const consentWording =
  'I agree that {institution} keeps the data I have given here and uses it to invite me to events and to help, as its privacy policy describes.'

export const privacyPolicy: readonly { title: string; paragraphs: readonly string[] }[] = [
  {
    title: 'What we keep',
    paragraphs: [
      'We keep what you tell us when you sign up and later in your profile: your name and former last name, your e-mail address, where you live, the year of your degree and your college, your interests, and how you want to help. If you add a phone number or a street, we keep those too.',
      'We keep what you do here: the opportunities and events that you answer, the communities that you join, and when you signed in. We also keep what our staff asked you to come to or help with, and your answer. Of your device’s internet address, we keep only a fingerprint, so that we can notice misuse.',
      'If you sign in with Google, we keep your Google account number. We never see your Google password.',
    ],
  },
  {
    title: 'What we use it for',
    paragraphs: [
      'We use it to find out which graduate you are, to invite you to what fits you, to bring you together with the students and alumni you offered to help, and to let you sign in.',
      'Alumni relations staff see your data. In the communities you join and at the events you attend, other signed-in champions see your first name and the first letter of your last name.',
      'We do not sell your data, we do not use it for advertising, and we do not share it with anyone outside {institution} except the companies that run our servers and send our e-mail, which may use it for nothing else.',
    ],
  },
  {
    title: 'What we e-mail you',
    paragraphs: [
      'We e-mail you when you ask us to: to sign in, and about what you sign up for. We also send invitations and news to graduates whom our staff choose, and keep a record of who was sent which.',
      'We do not track them: they have no hidden pictures, and we do not learn whether you open them or what you click.',
      'Each of them has a link to stop those of its kind (events, volunteering or news) or all of them. You can also choose in your profile. It takes effect at once. If you stop them all, {institution} also notes in its alumni records that you do not want e-mail.',
      'So that we can respect your choice, we keep a fingerprint of each of your e-mail addresses with it, even after your signup is deleted.',
    ],
  },
  {
    title: 'How long we keep it',
    paragraphs: [
      'We keep it for as long as you are signed up. What you typed without finishing your signup is deleted after seven days.',
      'When you delete your signup, you are signed out everywhere at once, and we stop writing to you as a champion. After 30 days we erase what is personal in it. {institution} may keep what it already knew about you as a graduate, and may send you invitations and news as it does to other graduates. If you do not want them, stop them first.',
    ],
  },
  {
    title: 'What you can do',
    paragraphs: [
      'In your profile you can read, correct and download everything that we know about you here, and you can delete it. No reason is needed.',
      'You can take back your consent at any time by deleting your signup or by writing to us.',
    ],
  },
  {
    title: 'Cookies',
    paragraphs: [
      'We use cookies only for what you ask for: to keep what you have typed into the signup form, to know that you have signed in, and, if you checked that box, to remember your device for about six months. There are none for advertising or statistics.',
    ],
  },
]
