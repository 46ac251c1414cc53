import { colorsFor } from '@cordon/cli'
import { runDemo } from './run-demo.ts'

process.stdout.write(await runDemo(colorsFor(process.stdout, process.env)))
