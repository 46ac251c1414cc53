import { startScriptedUpstream } from '@cordon/gateway/testing'
import { expect, onTestFinished, test } from 'vitest'

test('GAT-370 the scripted upstream lives on after what is no chat completion', async () => {
  const upstream = await startScriptedUpstream()
  onTestFinished(() => upstream.close())
  expect((await fetch(upstream.baseUrl)).status).toBe(400)
  expect((await fetch(upstream.baseUrl, { method: 'POST', body: '[1]' })).status).toBe(400)
  expect((await fetch(upstream.baseUrl, { method: 'POST', body: '{}' })).status).toBe(200)
  expect(upstream.received).toHaveLength(1)
})
