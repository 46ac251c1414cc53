#!/usr/bin/env node
// In the repository, so that an install can link it before anything is built.
import '../dist/main.js'
