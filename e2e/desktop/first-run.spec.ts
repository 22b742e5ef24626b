import { answerQuestions, expect, expectNoBarriers, test } from '../fixtures/desktop-app.ts'

test.describe('on the first day', () => {
  test.use({ isFirstRun: true })

  test('Stan enters the address of his server, signs in, finds José Álvarez, and opens a page by a link', async ({
    start,
    app,
    window,
    server,
    signIn,
  }) => {
    await expect(window.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    await expectNoBarriers(window)
    const questions = app.electron && (await answerQuestions(app.electron, true))
    await window.getByLabel('Address of the server').fill(server)
    await window.getByRole('button', { name: 'Connect' }).click()

    await signIn('staff')
    if (questions) expect(await questions()).toEqual([`Connect this app to ${new URL(server).host}?`])
    await window.getByRole('searchbox', { name: /^Search alumni by name/ }).fill('jose alvarez')
    await window.keyboard.press('Enter')
    await window
      .getByRole('link', { name: /^José Álvarez/ })
      .first()
      .click()
    await expect(window.getByRole('heading', { level: 1, name: /José Álvarez/ })).toBeVisible()
    await expectNoBarriers(window)

    await app.startAgain('alumni://alumnus/B00000001')
    await expect(window).toHaveURL(/\/\/[^/]+\/alumni\/B00000001$/)
    await expect(window.getByRole('heading', { level: 1, name: /^José Álvarez.* ’15$/ })).toBeVisible()

    await app.close()
    const again = await (await start()).firstWindow()
    await expect(again.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})
