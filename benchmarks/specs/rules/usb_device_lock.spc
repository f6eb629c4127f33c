// The lock of a USB device: taken once, given back by who holds it, given back at the end. A device is reset only by
// who holds its lock.
OBSERVER AUTOMATON usb_device_lock

INITIAL STATE Unlocked;

STATE USEALL Unlocked :
  MATCH {usb_lock_device($1)} -> GOTO Locked;
  MATCH {$1=usb_trylock_device($2)} -> ASSUME {((int)$1)!=0} GOTO Locked;
  MATCH {$1=usb_trylock_device($2)} -> ASSUME {((int)$1)==0} GOTO Unlocked;
  // 0 is success here: other values say why there is no lock.
  MATCH {$1=usb_lock_device_for_reset($2)} -> ASSUME {((int)$1)==0} GOTO Locked;
  MATCH {$1=usb_lock_device_for_reset($2)} -> ASSUME {((int)$1)!=0} GOTO Unlocked;
  MATCH {usb_unlock_device($1)} -> ERROR("device unlocked that was not locked");
  MATCH {usb_reset_device($?)} || MATCH {$1=usb_reset_device($?)} -> ERROR("device reset without its lock");

STATE USEALL Locked :
  MATCH {usb_lock_device($1)} -> ERROR("device locked twice");
  MATCH {usb_trylock_device($?)} || MATCH {$1=usb_trylock_device($?)} -> ERROR("device lock tried by its holder");
  MATCH {usb_lock_device_for_reset($?)} || MATCH {$1=usb_lock_device_for_reset($?)} -> ERROR("device locked twice");
  MATCH {usb_unlock_device($1)} -> GOTO Unlocked;
  MATCH {usb_reset_device($?)} || MATCH {$1=usb_reset_device($?)} -> GOTO Locked;
  MATCH EXIT -> ERROR("device still locked at the end");

END AUTOMATON
