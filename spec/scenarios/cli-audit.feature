Feature: cordon audit

  Scenario: CAU-001 verify finds a log in order
    Given a log of two chains
    When it is verified
    Then the answer names rows and heads, as text or JSON, and the exit code is 0

  Scenario: CAU-002 verify names the first bad row
    Given a log with a changed row
    When it is verified
    Then the answer names file, line and why, as text or JSON, and the exit code is 1

  Scenario: CAU-003 verify notes what does not count
    Given a log with half a row at its end
    When it is verified
    Then the exit code is 0 and the answer says how many bytes do not count

  Scenario: CAU-004 an anchor is printed, kept and checked
    Given the anchor of a log
    When the tail of the log is cut
    Then verify with the anchor exits with 1, and a broken log gives no anchor

  Scenario: CAU-005 signatures are checked
    Given a signed log
    Then verify with its key exits with 0 and with another key with 1

  Scenario: CAU-006 head prints where the chains stand
    Then it prints the last row of each chain, as text or JSON

  Scenario: CAU-007 tail prints the last rows
    Then it prints them by time, and what cannot be seen is written out

  Scenario: CAU-008 what could not run is explained
    Given no directory, no log in it, an anchor or a key that is none
    Then stderr holds one line, stdout nothing, and the exit code is 2

  Scenario: CAU-009 an interrupt ends the reading
    When a command that reads a log is interrupted
    Then it prints no answer, and says that it was interrupted
