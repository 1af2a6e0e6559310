-- What somebody did about an alarm has the word that it has everywhere else.
alter table alarm_people rename column deed to action;
